import { bareName } from '../domain/reading/discover.ts';
import { compileEntities, type EntitySet } from '../domain/reading.ts';
import type { BrandSettings } from '../storage/brands.ts';

/** A merged name is an alias, in its bare form too: `Initech CRM` was merged, and answers name `Initech`. */
const withMerged = ({ merged, ...competitor }: BrandSettings['competitors'][number]) => ({
  ...competitor,
  aliases: [...new Set([...competitor.aliases, ...merged, ...merged.map(bareName)])],
});

/** What answers are read with, made of what is stored about the brand and its competitors. */
export function compileSettings({ brand, competitors, dismissed, merged }: BrandSettings): EntitySet {
  return compileEntities(brand, competitors.map(withMerged), {
    dismissed: new Set(dismissed),
    merged: new Map(merged.map(({ spelling, ...into }) => [spelling, into])),
  });
}
