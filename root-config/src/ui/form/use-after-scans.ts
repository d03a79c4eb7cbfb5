import { toast } from 'root-config/api';
import { useEffect, useRef, useState } from 'react';
import { scansUnderWay, watchScans } from '../grid/scans-under-way.ts';

/**
 * What is pressed while a scan is looked up waits for it, for its piece belongs to what is saved; and is called off where
 * the scan was not taken, or its reason would go unread with the form.
 */
export const useAfterScans = <Button>(press: (button: Button) => void) => {
  const [held, setHeld] = useState<{ readonly button: Button }>();
  const [due, setDue] = useState<typeof held>();
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (held === undefined) return undefined;
    return watchScans(({ count, missed }) => {
      if (count > 0) return;
      setHeld(undefined);
      if (missed) toast.warning('有条码没有录入，请查看后再保存');
      else setDue(held);
    });
  }, [held]);
  // In the render that has what the scan wrote into the form.
  useEffect(() => {
    if (due !== undefined) latest.current(due.button);
  }, [due]);
  return {
    held: held?.button,
    press: (button: Button): void => {
      if (scansUnderWay() > 0) setHeld({ button });
      else press(button);
    },
  };
};
