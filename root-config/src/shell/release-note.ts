/** Another release of the console was published since this page was loaded: said once, to whoever is not in the middle of something. */
import { isDialogOpen } from './open-dialog.ts';

const IN_A_FORM = 'input, textarea, select, [contenteditable]';
const isBusy = (): boolean => isDialogOpen() || document.activeElement?.matches(IN_A_FORM) === true;

/** Of one page. Takes what an answer of the house says is published; null: it does not say. */
export const releaseNote = (tell: () => void): ((published: string | null) => void) => {
  let isTold = false;
  return (published) => {
    const own = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content;
    if (isTold || own === undefined || published === null || published === own || isBusy()) return;
    isTold = true;
    tell();
  };
};
