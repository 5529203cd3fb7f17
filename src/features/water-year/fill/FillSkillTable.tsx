import { glossaryLink } from '#config/glossary.ts';
import type { FillSkill } from '#contract/fill.ts';
import { HelpLink } from '#kits/ui/HelpLink.tsx';
import styles from '../season/Season.module.css';
import { SeasonTable } from '../season/SeasonTable.tsx';
import { describeVolume } from '../season/volume-text.ts';
import { countOf } from '../shared/labels.ts';

/** How good the forecast method was on this date, beside climatology. */
export function FillSkillTable({ skill }: { skill: FillSkill }) {
  const maeSkill = skill.climatology_mae_af > 0 ? 1 - skill.mae_af / skill.climatology_mae_af : undefined;
  return (
    <div className={styles.card}>
      <SeasonTable
        caption={`Skill of the forecast method, leave-one-out over ${countOf(skill.years, 'year')}`}
        header={['Measure', 'Forecast', 'Climatology', 'Skill']}
      >
        <tr>
          <th scope="row">Mean absolute error of the peak</th>
          <td>{describeVolume(skill.mae_af)}</td>
          <td>{describeVolume(skill.climatology_mae_af)}</td>
          <td>{maeSkill === undefined ? '–' : formatSkill(maeSkill)}</td>
        </tr>
        <tr>
          <th scope="row">
            Brier score <HelpLink {...glossaryLink('brier-skill')} />
          </th>
          <td>{skill.brier.toFixed(3)}</td>
          <td>{skill.climatology_brier.toFixed(3)}</td>
          <td>{skill.brier_skill === null ? '–' : formatSkill(skill.brier_skill)}</td>
        </tr>
      </SeasonTable>
      <p className={styles.muted}>
        Skill 1 is perfect, 0 is no better than climatology. The forecast is shown only where both are above
        0.
      </p>
    </div>
  );
}

function formatSkill(skill: number): string {
  return skill.toFixed(2).replace('-', '−');
}
