/** Where a form stands and how wide it is: in the middle, or from the right (S2§9). */
import type { FormDialogProps } from './types.ts';

const DRAWER_PX = 830;
export const placing = <V extends object>({ width = 900, drawer }: Pick<FormDialogProps<V>, 'width' | 'drawer'>) =>
  ({
    width: `min(${drawer === true ? DRAWER_PX : width}px, 100vw)`,
    position: { narrow: 'fullscreen', regular: drawer === true ? 'right' : 'center' },
  }) as const;
