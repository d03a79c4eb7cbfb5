/** Screens of an installation's own tables: every folder of `custom`, as the generator writes it. */
import { screensOf } from 'root-config/api';

/** `./custom/demo-brand/screen.tsx` stands at /admin/custom/demo-brand. */
export const customScreens = screensOf('admin/custom', import.meta.glob('./custom/*/screen.tsx'));
