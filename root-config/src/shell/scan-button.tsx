/** At the thumb on a phone: the camera looks for a piece from any page. What it opens loads when it is pressed. */
import { useState } from 'react';
import { toast } from 'root-config/api';
import styles from './frame.module.css';

type ScanAnywhere = typeof import('./scan-anywhere.tsx').ScanAnywhere;

export const ScanButton = () => {
  const [Scan, setScan] = useState<ScanAnywhere | null>(null);
  const open = async (): Promise<void> => {
    try {
      const { ScanAnywhere } = await import('./scan-anywhere.tsx');
      setScan(() => ScanAnywhere);
    } catch {
      toast.error('扫码没有打开，请检查网络后重试');
    }
  };
  return (
    <div className={styles['thumb']}>
      <button type="button" className={styles['scan']} onClick={() => void open()}>
        扫码
      </button>
      {Scan && <Scan onClose={() => setScan(null)} />}
    </div>
  );
};
