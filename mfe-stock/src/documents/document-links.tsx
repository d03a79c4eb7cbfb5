/** Numbers of other documents in a list or a form: each opens its document over what is seen. */
import { can } from 'root-config/api';
import { words } from 'root-config/ui';
import { useState, type ComponentType, type SyntheticEvent } from 'react';
import type { OpenDocument } from './dialog.tsx';

type Props = {
  /** As the server tells them: TH10002、TH10003; '' for none. */
  readonly numbers: string;
  /** Key without which they are words. */
  readonly allow: string;
  readonly dialog: ComponentType<OpenDocument>;
};
const idOf = (no: string): number => Number(no.replace(/^\D+/, ''));
/** The row around it is not meant. */
const keep = (event: SyntheticEvent): void => event.stopPropagation();

export const DocumentLinks = ({ numbers, allow, dialog: Dialog }: Props) => {
  const [opened, open] = useState<string | null>(null);
  if (numbers === '' || !can(allow)) return words(numbers);
  return (
    <span role="presentation" onClick={keep} onDoubleClick={keep} onKeyDown={keep} onMouseDown={keep}>
      {numbers.split('、').map((no, index) => (
        <span key={no}>
          {index > 0 ? '、' : null}
          <button type="button" className="ui-link" aria-label={`查看${no}`} onClick={() => open(no)}>
            {no}
          </button>
        </span>
      ))}
      {opened === null ? null : (
        <Dialog
          row={{ id: idOf(opened), no: opened }}
          mode="view"
          onSaved={() => undefined}
          onClose={() => open(null)}
        />
      )}
    </span>
  );
};
