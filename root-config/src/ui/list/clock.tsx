import { AnchoredOverlay, Button, TextInput } from '@primer/react';
import { useId, useState, type FormEvent } from 'react';
import { momentOf, typedMoment, usualMoments } from './moment-model.ts';

type Props = {
  /** ISO 8601; null: now. */
  readonly asOf: string | null;
  readonly onAsOf: (asOf: string | null) => void;
};
const isFuture = (moment: string): boolean => Date.parse(moment) > Date.now();
/** The clock: type or choose a moment of the past. */
export const Clock = ({ asOf, onAsOf }: Props) => {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [usual, setUsual] = useState<ReturnType<typeof usualMoments>>([]);
  const [problem, setProblem] = useState<string>();
  const look = (text: string): void => {
    const moment = momentOf(text);
    if (moment === undefined) return setProblem('时间格式应为 2026-11-20 18:30');
    if (isFuture(moment)) return setProblem('不能选择将来的时间');
    onAsOf(moment);
    setOpen(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    look(typed);
  };
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => {
        const now = new Date();
        setTyped(typedMoment(asOf === null ? now : new Date(asOf)));
        setUsual(usualMoments(now));
        setProblem(undefined);
        setOpen(true);
      }}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: 'dialog', 'aria-label': '查看某一时刻' }}
      renderAnchor={(anchor) => (
        <Button {...anchor} variant="invisible">
          历史时点
        </Button>
      )}
    >
      <form className="ui-clock" onSubmit={submit}>
        <label htmlFor={id}>查看截至某一时刻的数据</label>
        <TextInput
          id={id}
          block
          placeholder="2026-11-20 18:30"
          value={typed}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          {...(problem === undefined ? {} : { validationStatus: 'error' as const })}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        {problem === undefined ? null : (
          <p id={`${id}-problem`} className="ui-clock-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="ui-clock-usual">
          {usual.map(([word, at]) => (
            <Button key={word} size="small" onClick={() => look(typedMoment(at))}>
              {word}
            </Button>
          ))}
        </div>
        <Button type="submit" variant="primary">
          查看
        </Button>
      </form>
    </AnchoredOverlay>
  );
};
