/** How the house set its console to look: the skin's colour, and a menu that is dark whatever the page is (S2§9, R129). */
import { useEffect, useState } from 'react';
import { loadDark, useAppConfig, useTheme } from 'root-config/api';

export const useLook = (): { readonly skin: string; readonly darkMenu: boolean } => {
  const { sys_index_skinName: skin = '', sys_index_sideTheme: side } = useAppConfig();
  const { scheme } = useTheme();
  const [loaded, setLoaded] = useState(false);
  // Somebody's own contrast goes before the house's taste.
  const wanted = side === 'theme-dark' && scheme === 'light';
  useEffect(() => {
    if (wanted) void loadDark().then(() => setLoaded(true));
  }, [wanted]);
  return { skin, darkMenu: wanted && loaded };
};
