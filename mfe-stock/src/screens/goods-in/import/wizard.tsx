/** 从Excel导入: three steps, all rows or none, nothing lost when rows are refused (S0§2, §5). */
import { useState } from 'react';
import { Button, Dialog, Heading, ProgressBar, confirm, count } from 'root-config/ui';
import { keptWords } from './doubts.tsx';
import type { ImportResult } from './import-wire.ts';
import { ChooseFile, MatchColumns, Preview } from './steps.tsx';
import { useImport, type ImportState } from './use-import.ts';
import './wizard.css';

const STEPS = ['选择文件', '匹配列', '预览并导入'] as const;
const LAST = STEPS.length - 1;

const Steps = ({ step, onStep }: { step: number; onStep: (step: number) => void }) => (
  <ol className="import-steps">
    {STEPS.map((name, index) => (
      <li key={name}>
        <button type="button" aria-current={index === step ? 'step' : undefined} onClick={() => onStep(index)}>
          {index + 1}. {name}
        </button>
      </li>
    ))}
  </ol>
);
const Running = ({ state }: { state: ImportState }) => {
  const total = state.file?.count ?? 0;
  return (
    <div role="status" aria-live="polite">
      <p className="import-note">
        {state.waiting ?? `正在导入，已完成 ${count(state.done)} / ${count(total)} 行。请不要关闭页面。`}
      </p>
      <ProgressBar aria-label="导入进度" progress={total === 0 ? 0 : Math.min(100, (state.done / total) * 100)} />
    </div>
  );
};
/** What became of the file: how many, whose cost stands, which columns stayed out. */
const Done = ({ done, onMore, onClose }: { done: ImportResult; onMore: () => void; onClose: () => void }) => (
  <div className="import">
    <div className="import-done" role="status">
      <Heading as="h3" variant="small">
        导入成功，共 {count(done.total)} 件
      </Heading>
      <p className="import-note">导入的首饰为待审核，审核后可以销售和调拨。</p>
      {keptWords(done).map((text) => (
        <p key={text} className="import-note">
          {text}
        </p>
      ))}
      {done.ignored.length === 0 ? null : <p className="import-left">没有导入的列：{done.ignored.join('、')}</p>}
      <div className="import-foot">
        <Button onClick={onMore}>再导入一个文件</Button>
        <Button variant="primary" onClick={onClose}>
          完成
        </Button>
      </div>
    </div>
  </div>
);

export type Props = { readonly onDone: () => void; readonly onClose: () => void };
export const ImportWizard = ({ onDone, onClose }: Props) => {
  const state = useImport(onDone);
  const [step, setStep] = useState(0);
  const leave = async (): Promise<void> => {
    const lost = state.file !== undefined && state.imported === undefined;
    if (state.running || (lost && !(await confirm({ title: '尚未导入', text: '确定放弃这次导入吗？' })))) return;
    state.leave();
    onClose();
  };
  const begin = async (): Promise<void> => {
    if ((await state.start()) === 'header') setStep(0);
  };
  /** Nothing can be matched or looked at before there is a file. */
  const goTo = (next: number): void => {
    if (next > 0 && state.file === undefined) return state.setFailure('请先选择文件');
    setStep(next);
  };
  return (
    <Dialog
      title="从Excel导入首饰"
      width="min(1000px, 100vw)"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      onClose={() => void leave()}
    >
      {state.imported === undefined ? (
        <div className="import">
          <Steps step={step} onStep={goTo} />
          {state.failure === undefined ? null : (
            <p className="import-failure" role="alert">
              {state.failure}
            </p>
          )}
          {step === 0 ? <ChooseFile state={state} onRead={() => setStep(1)} /> : null}
          {step === 1 ? <MatchColumns state={state} /> : null}
          {step === LAST ? <Preview state={state} /> : null}
          {state.running ? <Running state={state} /> : null}
          <div className="import-foot">
            <Button onClick={() => void leave()} disabled={state.running}>
              取消
            </Button>
            <Button onClick={() => goTo((step + 1) % STEPS.length)} disabled={state.running || state.reading}>
              下一步
            </Button>
            <Button
              variant="primary"
              disabled={step !== LAST || state.running}
              loading={state.running}
              loadingAnnouncement="正在导入…"
              onClick={() => void begin()}
            >
              确定导入
            </Button>
          </div>
        </div>
      ) : (
        <Done
          done={state.imported}
          onClose={onClose}
          onMore={() => {
            state.more();
            setStep(0);
          }}
        />
      )}
    </Dialog>
  );
};
