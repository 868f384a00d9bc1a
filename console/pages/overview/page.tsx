import { useBrand } from '../../brand.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Report } from './report.tsx';

/** How a brand stands, why, and what changed; the first steps while it has no answers. */
export default function Overview() {
  const brand = useBrand();
  return brand.reading.total === 0 ? <FirstSteps brand={brand} /> : <Report key={brand.id} />;
}
