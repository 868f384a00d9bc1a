import { Skeleton } from '@mantine/core';
import classes from './skeletons.module.css';

/** Holds the place of a page while its code is fetched. */
export function PageSkeleton() {
  return (
    <div aria-busy className={classes.page}>
      <Skeleton h={28} w={200} />
      <Skeleton h={112} />
      <Skeleton h={320} />
    </div>
  );
}

/** Holds the place of a number of rows, each as high as a table's. */
export function RowsSkeleton({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  return (
    <div aria-busy className={classes.rows}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <div key={row} className={classes.row} style={{ height }}>
          <Skeleton h={12} w={`${62 - ((row * 17) % 34)}%`} />
          <Skeleton h={12} w={56} />
        </div>
      ))}
    </div>
  );
}
