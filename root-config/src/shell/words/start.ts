/** How the console asks for words (R131): the dialog loads when somebody needs one. */
import { askWordsBy } from 'root-config/api';

export const startWords = (): void =>
  askWordsBy(async (problems, resend) => {
    const { askWord } = await import('./word-dialog.tsx');
    return askWord({ problems, resend });
  });
