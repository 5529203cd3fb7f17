/** `[longitude, latitude]`, WGS 84 degrees, as in GeoJSON. */
export type Position = [longitude: number, latitude: number];

const firstCharacter = 63;
const bitsPerCharacter = 5;
const moreFollows = 1 << bitsPerCharacter;

/**
 * Encodes a line as an encoded polyline: differences of latitude and longitude in printable ASCII.
 * @see https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 * @param decimals The precision; Google uses 5
 * @example encodePolyline([[-120.2, 38.5], [-120.95, 40.7]], 5) // '_p~iF~ps|U_ulLnnqC'
 */
export function encodePolyline(line: readonly Position[], decimals: number): string {
  const scale = 10 ** decimals;
  let text = '';
  let before = { lat: 0, lon: 0 };
  for (const [longitude, latitude] of line) {
    const at = { lat: Math.round(latitude * scale), lon: Math.round(longitude * scale) };
    text += encodeNumber(at.lat - before.lat) + encodeNumber(at.lon - before.lon);
    before = at;
  }
  return text;
}

/**
 * Decodes an encoded polyline.
 * @throws RangeError if the text is not one
 */
export function decodePolyline(text: string, decimals: number): Position[] {
  const scale = 10 ** decimals;
  const numbers = decodeNumbers(text);
  if (numbers.length % 2 === 1) throw new RangeError('the last position has no longitude');
  const line: Position[] = [];
  let [lat, lon] = [0, 0];
  for (let at = 0; at < numbers.length; at += 2) {
    lat += numbers[at] ?? 0;
    lon += numbers[at + 1] ?? 0;
    line.push([lon / scale, lat / scale]);
  }
  return line;
}

/** The lowest bit holds the sign; the lowest five bits come first. */
function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (rest >= moreFollows) {
    text += String.fromCharCode((rest % moreFollows) + moreFollows + firstCharacter);
    rest >>= bitsPerCharacter;
  }
  return text + String.fromCharCode(rest + firstCharacter);
}

function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const [at, character] of [...text].entries()) {
    const code = character.charCodeAt(0) - firstCharacter;
    if (code < 0 || code >= 2 * moreFollows) {
      throw new RangeError(`${JSON.stringify(character)} at character ${at + 1} is not used`);
    }
    if (shift > 6 * bitsPerCharacter) throw new RangeError(`the number at character ${at + 1} is too large`);
    value |= (code % moreFollows) << shift;
    shift += bitsPerCharacter;
    if (code >= moreFollows) continue;
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  if (shift > 0) throw new RangeError('it breaks off within a number');
  return numbers;
}
