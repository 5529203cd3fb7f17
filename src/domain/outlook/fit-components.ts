import { Matrix, SingularValueDecomposition } from 'ml-matrix';
import { type Fit, fitReduction, type Sample } from './fit.ts';
import { standardsOf, zScoresOf } from './standards.ts';

/**
 * Principal components regression of the root of the volume (Garen, 1992, Improved techniques in regression-based streamflow
 * volume forecasting, doi 10.1061/(ASCE)0733-9496(1992)118:6(654)): predictors are standardized, a missing one counts as its
 * mean, and one or two components are used.
 */
export function fitComponents(sample: Sample): Fit {
  const standards = standardsOf(sample.rows);
  const used = standards.flatMap(({ isUsed }, at) => (isUsed ? [at] : []));
  const z = sample.rows.map((row) => zScoresOf(row, standards).map((each) => each ?? 0));
  const loadings = used.length > 0 ? firstLoadings(z, used) : [];
  return fitReduction(sample, { standards, loadingsOf: () => loadings });
}

/** A second component of less than this share of the first one's spread is rounding: the predictors vary as one. */
const minSpread = 1e-8;

/** The loadings of the first two components, zero for a predictor that is not used. Their sums are not negative. */
function firstLoadings(rows: readonly (readonly number[])[], used: readonly number[]): number[][] {
  const matrix = new Matrix(rows.map((row) => used.map((at) => row[at] ?? 0)));
  const decomposition = new SingularValueDecomposition(matrix, {
    autoTranspose: true,
    computeLeftSingularVectors: false,
  });
  const [largest = 0, second = 0] = decomposition.diagonal;
  return (second > minSpread * largest ? [0, 1] : [0]).map((component) => {
    const column = decomposition.rightSingularVectors.getColumn(component);
    const sign = column.reduce((sum, each) => sum + each, 0) < 0 ? -1 : 1;
    const full = rows[0]?.map(() => 0) ?? [];
    for (const [place, at] of used.entries()) full[at] = sign * (column[place] ?? 0);
    return full;
  });
}
