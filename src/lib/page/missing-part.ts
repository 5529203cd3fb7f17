const missingPartEvent = 'portal:missing-part';

/** Reports that a part of the page that the visitor waits for could not be loaded. */
export function reportMissingPart(): void {
  dispatchEvent(new Event(missingPartEvent));
}

export function onMissingPart(onMissing: () => void): void {
  addEventListener(missingPartEvent, onMissing);
}
