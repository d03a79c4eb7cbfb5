/** 展示网址: the address of the price on the wall for each shop's television, to open or to copy (S1§2.13, 2.14). */
import { toast, useShopTree } from 'root-config/api';
import { Button, Dialog, SkeletonBox } from 'root-config/ui';

const WALL = '/report-price';
const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 } as const;
const list = { display: 'grid', gap: 12, margin: '16px 0 0', padding: 0, listStyle: 'none' } as const;
const address = { flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' } as const;

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('已复制');
  } catch {
    toast.error('浏览器不允许复制，请选中文字后按 Ctrl C');
  }
};
const Link = ({ name, path }: { readonly name: string; readonly path: string }) => {
  const whole = `${location.origin}${path}`;
  return (
    <li css={row}>
      <span css={address}>
        {name}
        <br />
        <a href={path} target="_blank" rel="noopener">
          {whole}
        </a>
      </span>
      <Button aria-label={`复制 ${name} 的网址`} onClick={() => void copy(whole)}>
        复制
      </Button>
    </li>
  );
};

export const WallLinks = ({ onClose }: { readonly onClose: () => void }) => {
  const { shops, pending } = useShopTree();
  return (
    <Dialog title="金价展示网址" width="large" onClose={onClose}>
      <p css={{ margin: 0 }}>在店内电视的浏览器中打开，无需登录；页面每5分钟自动更新，断网时保留最后的金价并提示。</p>
      {pending ? (
        <SkeletonBox height="120px" />
      ) : (
        <ul css={list} aria-label="展示网址">
          <Link name="不分店" path={WALL} />
          {shops.map(({ id, label }) => (
            <Link key={id} name={label} path={`${WALL}?shop=${id}`} />
          ))}
        </ul>
      )}
    </Dialog>
  );
};
