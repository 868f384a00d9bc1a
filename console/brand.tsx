// The brand that a page below /brands/:brand is about.
import { createContext, useContext } from 'react';
import { type Out, useOperation } from './api.ts';

export type Brand = Out<'brands'>['brands'][number];

export const BrandContext = createContext<Brand | null>(null);

/** The page's brand. */
export function useBrand(): Brand {
  const brand = useContext(BrandContext);
  if (brand === null) throw new Error('useBrand needs a page below /brands/:brand around it');
  return brand;
}

/** All brands of the account, with the state of asking for them. */
export function useBrands() {
  return useOperation('brands', {});
}
