import { request } from '#stores/api.ts';
import type { DescribeOpenFinding } from '#stores/open-finding.ts';
import { readSnowBoard } from '../contract.ts';

/** The snow of the group that the address names. */
const describeGroup: DescribeOpenFinding = async (query) => {
  const label = query.get('group');
  if (label === null) return undefined;
  const board = await request(readSnowBoard, {});
  const group = board?.groups.find((each) => each.label.toLowerCase() === label.toLowerCase());
  if (!group || group.percent_of_median === null) return undefined;
  return `${group.label}: snow at ${Math.round(group.percent_of_median)} % of the median for the date.`;
};

export default describeGroup;
