import type { ImageMetadata } from 'astro';

const files = import.meta.glob<ImageMetadata>('/content/documentation/images/guide/*.webp', {
  eager: true,
  import: 'default',
});

export const pictureThemes = ['light', 'dark'] as const;

type Theme = (typeof pictureThemes)[number];

/** A screenshot of one window width, in both themes. */
export type GuidePicture = {
  readonly width: number;
  readonly images: Readonly<Record<Theme, ImageMetadata>>;
};

/**
 * The screenshots of a page of the guide, the widest first: `guide/files` has those of `files-1440-light.webp` and so on.
 * Throws if there is none, or none in one of the themes.
 */
export function guidePictures(page: string): readonly GuidePicture[] {
  const pictures = findGuidePictures(page);
  const name = page.split('/').at(-1) ?? page;
  if (pictures.length === 0)
    throw new Error(`${page} has no pictures. \`npm run pictures -- ${name}\` takes them.`);
  return pictures;
}

/** The same; an empty list for a page without pictures. */
export function findGuidePictures(page: string): readonly GuidePicture[] {
  const name = page.split('/').at(-1) ?? page;
  const imageOf = (width: number, theme: Theme) =>
    files[`/content/documentation/images/guide/${name}-${width}-${theme}.webp`];
  return [1440, 768, 390].flatMap((width) => {
    const [light, dark] = pictureThemes.map((theme) => imageOf(width, theme));
    return light && dark ? [{ width, images: { light, dark } }] : [];
  });
}
