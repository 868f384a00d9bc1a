import { Progress, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refresh, useOperation } from '../api.ts';
import { useBrand } from '../brand.tsx';
import { words } from '../words/reading.ts';
import classes from './reading-progress.module.css';

const EVERY_MS = 1000;

/** How far stored answers were read again after settings changed; then everything on screen is asked anew. */
export function ReadingProgress() {
  const { done, total } = useBrand().reading;
  const isReading = done < total;
  useOperation('brands', {}, { everyMs: isReading && EVERY_MS });
  const queries = useQueryClient();
  const wasReading = useRef(isReading);
  useEffect(() => {
    if (wasReading.current && !isReading) void refresh(queries);
    wasReading.current = isReading;
  }, [isReading, queries]);
  if (!isReading) return null;
  return (
    <Tooltip label={words.hint}>
      <div className={classes.reading}>
        <span className={classes.text}>
          <span>{words.label}</span>
          <span className={classes.part}>{words.part(done, total)}</span>
        </span>
        <Progress value={(100 * done) / total} size={4} aria-label={words.label} />
      </div>
    </Tooltip>
  );
}
