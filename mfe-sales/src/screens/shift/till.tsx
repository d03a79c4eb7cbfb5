/** 本机收银台: which of the shop's registered tills this device is, set where it stands (R138). */
import { setTill, tillName, useLockShops, useTill } from 'root-config/api';
import { Button, FormDialog, openOverlay } from 'root-config/ui';
import { MAX_TILL, UNASSIGNED_TILL } from 'services/contracts/tills';
import { requiredText } from 'services/contracts/values';
import { z } from 'zod';
import { KnownTills } from './known-tills.tsx';

type Values = { readonly till: string; readonly shopId: number };
const Chosen = z.object({ till: requiredText('请选择收银台', MAX_TILL) });
const TillDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { preset } = useLockShops();
  return (
    <FormDialog<Values>
      title="本机收银台"
      mode="edit"
      width={500}
      draft={false}
      quiet
      initial={{ till: tillName(), ...(preset !== null && { shopId: preset }) }}
      schema={Chosen}
      sections={[
        {
          columns: 1,
          fields: [
            { kind: 'shop', name: 'shopId', label: '分店', hint: '选好分店，再选本机是哪个收银台' },
            {
              kind: 'fixed',
              as: 'text',
              name: 'till',
              label: '本机收银台',
              hint: '只在这台设备上有效；以后在本机保存的销售、回收、定金单都记在这个收银台。',
            },
          ],
        },
        {
          render: ({ values, set }) => (
            <KnownTills ofDevice shopId={values.shopId} chosen={values.till} onPick={(till) => set({ till })} />
          ),
        },
      ]}
      save={async ({ till }) => setTill(till)}
      onSaved={() => undefined}
      onClose={onClose}
    />
  );
};
export const openTill = (): void => void openOverlay((close) => <TillDialog onClose={close} />);

/** Over the list: which till this is, or where its money lies meanwhile. */
export const TillLine = () => {
  const till = useTill();
  return (
    <p css={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', margin: '0 0 8px' }}>
      {till === '' ? (
        <span style={{ color: 'var(--fgColor-attention)' }}>
          本机还没有设置收银台，本机收付的款记在“{UNASSIGNED_TILL}”，也要交班。
        </span>
      ) : (
        <span>
          本机收银台：<strong>{till}</strong>
        </span>
      )}
      <Button size="small" onClick={openTill}>
        {till === '' ? '设置收银台' : '修改'}
      </Button>
    </p>
  );
};
