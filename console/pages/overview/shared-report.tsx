import { useFilters } from '../../filters.ts';
import { days as printDays } from '../../format.ts';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle } from '../../parts/section.tsx';
import { words } from '../../words/share.ts';
import { Changed } from './changed.tsx';
import { Matrix } from './matrix.tsx';
import { Numbers } from './numbers.tsx';
import classes from './overview.module.css';
import { useStanding } from './standing.ts';
import { Summary } from './summary.tsx';
import { Trend } from './trend.tsx';
import { Voices } from './voices.tsx';

/** The overview as a share link shows it: the same numbers, nothing to write, nowhere to go. */
export function SharedReport() {
  const standing = useStanding();
  const { brand, problem, retry, compared } = standing;
  return (
    <>
      <PageTitle title={brand.name} beside={<Shown />} text={<Summary standing={standing} />} />
      <div className={classes.page}>
        <Problem problem={problem} retry={retry} hasOld={compared !== undefined} />
        <Numbers standing={standing} />
        <div className={classes.row}>
          <Trend standing={standing} />
          <Changed standing={standing} />
        </div>
        <Voices standing={standing} />
        <Matrix standing={standing} />
      </div>
    </>
  );
}

/** Which days are shown. */
function Shown() {
  const { days } = useFilters();
  return <>{days ? printDays(days) : words.shows.all}</>;
}
