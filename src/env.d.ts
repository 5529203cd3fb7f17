/// <reference types="astro/client" />

declare module '*?bundled' {
  const code: string;
  export default code;
}
