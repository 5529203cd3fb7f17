import * as z from 'zod/mini';
import { type ParameterName, parameters } from '#domain/vocabulary.ts';

// Fields of the basin file, each with what is wanted in words: people write that file by hand.

export const text = z.string('wanted: a text; a number needs quotes').check(z.minLength(1, 'wanted: a text'));

export const number = (expected: string, from = -Infinity, to = Infinity) =>
  z.number(`wanted: ${expected}`).check(z.gte(from, `wanted: ${expected}`), z.lte(to, `wanted: ${expected}`));

export const positive = number('a number above 0').check(z.gt(0, 'wanted: a number above 0'));
export const share = positive.check(z.lte(1, 'wanted: a share, from 0 to 1'));
export const latitude = number('a latitude, from -90 to 90', -90, 90);
export const longitude = number('a longitude, from -180 to 180', -180, 180);

export const digits = (expected: string, pattern: RegExp) =>
  text.check(z.regex(pattern, `wanted: ${expected}, in quotes`));

export const httpUrl = text.check(
  z.regex(/^https?:\/\/\S+$/, 'wanted: an address such as https://example.org'),
);

export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `wanted: one of ${names.join(', ')}`);

const parameterNames: readonly ParameterName[] = parameters.map(({ name }) => name);
export const BasinParameter = oneOf(parameterNames);
