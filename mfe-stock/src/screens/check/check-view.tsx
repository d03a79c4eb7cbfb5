/** A check to look at, by its id alone: from the documents that settle its differences. */
import { CheckRecordRow, checkList } from 'projections/stock-checks/contract';
import { messageOf, toast, useRecord } from 'root-config/api';
import { useEffect } from 'react';
import { CheckDialog } from './check-dialog.tsx';

const nothing = (): void => undefined;
export const CheckView = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const { record, error } = useRecord(`${checkList.path}/${id}`, CheckRecordRow, { lines: 'no' });
  useEffect(() => {
    if (error === null) return;
    toast.error(messageOf(error));
    onClose();
  }, [error, onClose]);
  return record === null ? null : <CheckDialog row={record} mode="view" onSaved={nothing} onClose={onClose} />;
};
