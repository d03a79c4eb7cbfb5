/** 扫码 on a phone: a code from the camera, a scanner or the keyboard opens the life of its piece. */
import { type FormEvent, useId, useState } from 'react';
import { takeCustomerCard, useNavigate, useScanner } from 'root-config/api';
import { Button, CameraScan, Dialog, TextInput, playScan } from 'root-config/ui';
import { asBarcode } from 'services/contracts/barcode';
import { piecePath } from './palette.tsx';
import styles from './scan-anywhere.module.css';

export const ScanAnywhere = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate();
  const id = useId();
  const [camera, setCamera] = useState(true);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const open = (barcode: string): void => {
    onClose();
    void navigate(piecePath(barcode));
  };
  // The camera hands its codes to the same place.
  useScanner((barcode) => {
    playScan('hit');
    open(barcode);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const barcode = asBarcode(text);
    if (takeCustomerCard(barcode)) return onClose();
    if (barcode === '') setProblem('请输入条码！');
    else open(barcode);
  };
  return (
    <Dialog title="扫码查货品" position={{ narrow: 'bottom', regular: 'center' }} onClose={onClose}>
      <div className={styles['body']}>
        {camera ? (
          <CameraScan onClose={() => setCamera(false)} />
        ) : (
          <Button onClick={() => setCamera(true)}>打开摄像头</Button>
        )}
        <form onSubmit={submit} noValidate className={styles['typed']}>
          <label htmlFor={id}>条码</label>
          <TextInput
            id={id}
            size="large"
            value={text}
            placeholder="扫不出来时在这里输入"
            autoComplete="off"
            data-scanner="box"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            aria-describedby={`${id}-problem`}
            onChange={(event) => {
              setText(event.target.value);
              setProblem('');
            }}
          />
          <Button type="submit" variant="primary" size="large">
            查看
          </Button>
          <p id={`${id}-problem`} role="alert">
            {problem}
          </p>
        </form>
      </div>
    </Dialog>
  );
};
