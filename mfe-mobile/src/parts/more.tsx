/** Behind a list that is read on step by step: why the last step brought nothing, and the next one while there is more. */
import type { ReadOn } from '../client/use-pages.ts';
import { Button } from './button.tsx';

type Props = { readonly of: Pick<ReadOn<unknown>, 'rows' | 'refusal' | 'more'>; readonly count: number };
export const More = ({ of: { rows, refusal, more }, count }: Props) => (
  <>
    {refusal === null ? null : (
      <p className="note bad" role="alert">
        {refusal.message}
      </p>
    )}
    {rows.length < count ? (
      <Button look="plain" wide onPress={more}>
        看更早的
      </Button>
    ) : null}
  </>
);
