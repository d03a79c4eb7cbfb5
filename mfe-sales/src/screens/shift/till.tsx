/** 本机收银台: the name under which this device takes money, set where it stands. */
import { MAX_TILL, setTill, tillName, useLockShops, useTill } from 'root-config/api';
import { Button, FormDialog, openOverlay } from 'root-config/ui';
import { KnownTills } from './known-tills.tsx';

type Values = { readonly till: string; readonly shopId: number };
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
      sections={[
        {
          columns: 1,
          fields: [
            { kind: 'shop', name: 'shopId', label: '分店', hint: '选好分店，就能从用过的收银台里选' },
            {
              kind: 'text',
              name: 'till',
              label: '收银台名称',
              required: '请输入收银台名称',
              maxLength: MAX_TILL,
              placeholder: '例如：一号台',
              hint: '只在这台设备上有效；同一分店的收银台不要同名。以后在本机保存的销售、回收、定金单都记在这个收银台。',
            },
          ],
        },
        {
          render: ({ values, set }) => (
            <KnownTills shopId={values.shopId} chosen={values.till} onPick={(till) => set({ till })} />
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

/** Over the list: which till this is, or that nothing is counted yet. */
export const TillLine = () => {
  const till = useTill();
  return (
    <p css={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', margin: '0 0 8px' }}>
      {till === '' ? (
        <span style={{ color: 'var(--fgColor-attention)' }}>本机还没有设置收银台，本机收付的款不会计入任何一班。</span>
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
