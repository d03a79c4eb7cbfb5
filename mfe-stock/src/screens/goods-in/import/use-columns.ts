/** Which column goes where: as this supplier's last file was matched, else by name, until a hand changes it. */
import { client } from 'root-config/api';
import { useEffect, useState } from 'react';
import { proposeColumns } from 'services/goods/import/contract';
import { ColumnMatching, type ReadFile } from './import-wire.ts';

type SupplierMapping = { readonly supplierId: number | undefined; readonly mapping: Readonly<Record<string, string>> };
const NOTHING: SupplierMapping = { supplierId: undefined, mapping: {} };

export const useColumns = (file: ReadFile | undefined, supplierId: number | undefined) => {
  const [remembered, setRemembered] = useState(NOTHING);
  const [byHand, setByHand] = useState<{ fileId: string; mapping: Readonly<Record<string, string>> }>();
  useEffect(() => {
    if (supplierId === undefined) return undefined;
    let wanted = true;
    client.get('/biz-goods-in/import-matching', { supplierId }).then(
      (answer) => {
        if (wanted) setRemembered({ supplierId, mapping: ColumnMatching.parse(answer).mapping });
      },
      // Without it the headings are matched by name.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [supplierId]);
  const known = supplierId !== undefined && remembered.supplierId === supplierId ? remembered.mapping : {};
  const headers = file?.headers ?? [];
  const mine = byHand !== undefined && byHand.fileId === file?.fileId;
  return {
    mapping: mine ? byHand.mapping : proposeColumns(headers, known),
    /** The proposal is this supplier's own of an earlier file. */
    fromSupplier: !mine && headers.some((header) => known[header] !== undefined),
    setMapping: (mapping: Readonly<Record<string, string>>): void =>
      setByHand(file === undefined ? undefined : { fileId: file.fileId, mapping }),
  };
};
