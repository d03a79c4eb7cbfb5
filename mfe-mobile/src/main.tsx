import { createMfe } from 'root-config/api';
import { screens } from './menu.ts';

export const { bootstrap, mount, unmount } = createMfe({ name: 'mfe-mobile', screens });
