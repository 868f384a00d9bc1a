// Where in the console the person is: the page's entry, and the brand when the page is a brand's.
import { matchRoute, useLocation, useRouter } from 'wouter';
import { type Brand, useBrands } from '../brand.tsx';
import { entries, type PageEntry } from '../routes.ts';

export type Place = {
  entry: PageEntry | undefined;
  brandId: number | undefined;
  brand: Brand | undefined;
  brands: readonly Brand[];
  isLoading: boolean;
};

const NONE: readonly Brand[] = [];

/** Reads the address. */
export function usePlace(): Place {
  const [path] = useLocation();
  const { parser } = useRouter();
  const brands = useBrands();
  const entry = entries.find(({ path: pattern }) => matchRoute(parser, pattern, path)[0]);
  const id = /^\/brands\/(\d+)(?:\/|$)/.exec(path)?.[1];
  const brandId = id === undefined ? undefined : Number(id);
  const known = brands.data?.brands ?? NONE;
  return {
    entry,
    brandId,
    brand: known.find((brand) => brand.id === brandId),
    brands: known,
    isLoading: brands.isLoading,
  };
}

/** Whether the page filters by tags; a page of one thing does as the list that it was opened from. */
export function takesTags({ entry }: Place): boolean {
  const lists = entries.filter(({ name }) => name === entry?.name || name === `${entry?.name}s`);
  return lists.some(({ filters }) => filters?.includes('tags'));
}
