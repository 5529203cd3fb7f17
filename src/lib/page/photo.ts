/** The longer side of a stored photo in pixels: enough to read a staff gage, and small enough for a weak network. */
const maxSide = 1600;
const quality = 0.8;

/** Shrinks a photo to a JPEG, as a data URL, which a browser can store. @throws what the browser throws for a file that is no picture */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', quality);
}

/** The file of a JPEG's data URL, which the content policy forbids to fetch. */
export function toJpeg(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (each) => each.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}
