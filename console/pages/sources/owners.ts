// Whose a domain is, where it is a competitor's.
import { useMemo } from 'react';
import { useOperation } from '../../api.ts';

export type Owner = { name: string; tracked: boolean };
export type Owners = { get: (domain: string) => Owner | undefined };

/** The competitors by their domains: tracked ones, and names found in answers beside their address. */
export function useOwners(brandId: number): Owners {
  const { data } = useOperation('listCompetitors', { brand_id: brandId });
  return useMemo(() => {
    const known = (data?.competitors ?? []).filter(
      ({ domain, dismissed, merged_into }) => domain !== '' && !dismissed && merged_into === null,
    );
    const owners = new Map<string, Owner>();
    // Tracked ones stand first, and keep the domains that they share with others.
    for (const { name, domain, tracked } of known)
      for (const above of withParents(domain)) if (!owners.has(above)) owners.set(above, { name, tracked });
    return owners;
  }, [data]);
}

/** `shop.acme.example`, `acme.example`: a source is a registrable domain, a competitor's may be below it. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
