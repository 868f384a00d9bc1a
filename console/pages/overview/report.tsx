import { ApiButton } from '../../parts/api-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ReadingProgress } from '../../parts/reading-progress.tsx';
import { PageTitle } from '../../parts/section.tsx';
import { Changed } from './changed.tsx';
import { Collection, CollectionProblems } from './collection.tsx';
import { Found } from './found.tsx';
import { Matrix } from './matrix.tsx';
import { Numbers } from './numbers.tsx';
import classes from './overview.module.css';
import { ShareButton } from './share-button.tsx';
import { useStanding } from './standing.ts';
import { Summary } from './summary.tsx';
import { Trend } from './trend.tsx';
import { Voices } from './voices.tsx';

/** The overview of a brand that has answers. */
export function Report() {
  const standing = useStanding();
  const { brand, asked, problem, retry, compared } = standing;
  return (
    <>
      <PageTitle
        title={brand.name}
        text={<Summary standing={standing} />}
        actions={
          <>
            <Collection brandId={brand.id} />
            <ShareButton brandId={brand.id} />
            <ApiButton name="compare" input={asked.compare} />
          </>
        }
      />
      <div className={classes.page}>
        <Problem problem={problem} retry={retry} hasOld={compared !== undefined} />
        <CollectionProblems brandId={brand.id} />
        <ReadingProgress />
        <Numbers standing={standing} />
        <div className={classes.row}>
          <Trend standing={standing} />
          <Changed standing={standing} />
        </div>
        <div className={classes.row}>
          <Voices standing={standing} />
          <Found standing={standing} />
        </div>
        <Matrix standing={standing} />
      </div>
    </>
  );
}
