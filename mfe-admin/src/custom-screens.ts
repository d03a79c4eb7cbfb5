/** Screens of an installation's own tables: every folder of `custom`, as the generator writes it. */
import { lazyScreen, type LazyScreen, type Screens } from 'root-config/api';

const FOUND = import.meta.glob<Awaited<ReturnType<LazyScreen['load']>>>('./custom/*/screen.tsx');
/** `./custom/demo-brand/screen.tsx` stands at /admin/custom/demo-brand. */
export const customScreens: Screens = Object.fromEntries(
  Object.entries(FOUND).map(([file, load]) => [`admin/custom/${file.split('/')[2]}`, lazyScreen(load)]),
);
