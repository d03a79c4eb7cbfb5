/** The page of a record of an installation's own table as rows of the menu: what `master.plant_page` makes them of. */
import { RECORD_ACTIONS, type RecordManifest } from './manifest.ts';

export const recordPage = ({
  title,
  permission,
  page,
}: Pick<RecordManifest, 'title' | 'permission' | 'page'>): string =>
  JSON.stringify({
    ...page,
    title,
    component: page.path.slice(1),
    keys: Object.entries(RECORD_ACTIONS).map(([action, name]) => ({
      permission: `${permission}:${action}`,
      title: name,
    })),
  });
