import { describe, expect, test } from 'vitest';
import { BadArguments } from '../../../src/commands/run-command.ts';
import { readFeatureName } from '../../../src/commands/support/feature-name.ts';
import { renameTemplate, withFeature } from '../../../src/commands/support/feature-template.ts';

const taken = new Set(['week-1', 'river', 'feature-template', 'README.md']);

describe('npm run new', () => {
  test.each(['week-changes', 'snow-at-3-stations', 'x'])('takes the name %s', (name) => {
    expect(readFeatureName(['feature', name], taken)).toBe(name);
  });

  test.each<[parameters: readonly string[], said: RegExp]>([
    [[], /no kind ""; expected feature/],
    [['screen', 'x'], /no kind "screen"; expected feature/],
    [['feature'], /Name the feature/],
    [['feature', ' '], /Name the feature/],
    [['feature', 'two', 'names'], /"names" is too much; join the words by hyphens/],
    [['feature', 'WeekChanges'], /lower-case words with hyphens/],
    [['feature', 'weekChanges'], /lower-case words with hyphens/],
    [['feature', 'week changes'], /lower-case words with hyphens/],
    [['feature', 'week_changes'], /lower-case words with hyphens/],
    [['feature', '..'], /lower-case words with hyphens/],
    [['feature', '../week'], /lower-case words with hyphens/],
    [['feature', '/tmp/week'], /lower-case words with hyphens/],
    [['feature', 'week-'], /lower-case words with hyphens/],
    [['feature', '-week'], /lower-case words with hyphens/],
    [['feature', 'week--changes'], /lower-case words with hyphens/],
    [['feature', '7-days'], /lower-case words with hyphens/],
    [['feature', 'débits'], /lower-case words with hyphens/],
    [['feature', 'README.md'], /lower-case words with hyphens/],
    [['feature', 'w'.repeat(41)], /too long: a name has up to 40/],
    [['feature', 'class'], /means something in the code/],
    [['feature', 'contracts'], /means something in the code/],
    [['feature', 'template'], /means something in the code/],
    [['feature', 'river'], /There is a feature river already/],
    [['feature', 'feature-template'], /There is a feature feature-template already/],
    [['feature', 'week1'], /There is a feature week-1 already/],
    [['feature', 'about'], /There is a page "About" at \/about already/],
    [['feature', 'water-year-comparison'], /There is a page "Water Year Comparisons" at/],
    [['feature', 'datasets'], /The API has \/api\/datasets already/],
    [['feature', 'site-cards'], /The API has \/api\/site-cards already/],
    [['feature', 'series-locations'], /The API has \/api\/timeseries.* already/],
  ])('refuses %j: %s', (parameters, said) => {
    expect(() => readFeatureName(parameters, taken)).toThrow(BadArguments);
    expect(() => readFeatureName(parameters, taken)).toThrow(said);
  });
});

test('a name is written in four ways', () => {
  const text = "featureTemplate 'feature-template' FeatureTemplateRow listFeatureTemplate 'Feature Template'";
  expect(renameTemplate(text, 'week-changes')).toBe(
    "weekChanges 'week-changes' WeekChangesRow listWeekChanges 'Week Changes'",
  );
});

test.each([
  ['[one];', '[one, weekChanges];'],
  ['[];', '[weekChanges];'],
  ['[\n  one,\n  two,\n];', '[\n  one,\n  two, weekChanges\n];'],
])('the list %j becomes %j', (before, after) => {
  const head =
    "import type { Feature } from '#contract/feature.ts';\nimport { one } from './one/feature.ts';\n";
  expect(
    withFeature(`${head}\nexport const features: readonly Feature[] = ${before}\n`, 'week-changes'),
  ).toBe(
    `${head}import { weekChanges } from './week-changes/feature.ts';\n\nexport const features: readonly Feature[] = ${after}\n`,
  );
});
