import { useState } from 'react';
import {
  RouterLink,
  THEME_NAMES,
  type ThemeChoice,
  chooseShop,
  chooseTheme,
  printWaiting,
  useNavigate,
  useSession,
  useShopTree,
  useStore,
  useTheme,
} from 'root-config/api';
import { ActionList, ActionMenu, Button, Dialog, IconButton, lazily } from 'root-config/ui';
import { signOut } from './auth.ts';
import { Gem, MoonIcon, PersonIcon, SearchIcon, SunIcon, ThreeBarsIcon } from './icons.tsx';
import { PasswordDialog } from './lazy-password.tsx';
import { WideMenu } from './side-menu.tsx';
import { useSystemName } from './sign-in-page.tsx';
import styles from './frame.module.css';

/** Only for users locked to several shops: the choice presets every shop filter (R13). */
const ShopSwitcher = () => {
  const { user, shopId } = useSession();
  const { shops, nameOf } = useShopTree();
  const locked = user?.lockShops ?? [];
  if (locked.length < 2) return null;
  return (
    <ActionMenu>
      <ActionMenu.Button size="small">{nameOf(shopId ?? locked[0]) || '选择分店'}</ActionMenu.Button>
      <ActionMenu.Overlay width="small">
        <ActionList selectionVariant="single">
          {shops.map(({ id, label }) => (
            <ActionList.Item key={id} selected={id === (shopId ?? locked[0])} onSelect={() => chooseShop(id)}>
              {label}
            </ActionList.Item>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
};

const ThemeItems = () => {
  const { choice } = useTheme();
  return (
    <ActionList.Group selectionVariant="single">
      <ActionList.GroupHeading>外观</ActionList.GroupHeading>
      {(Object.keys(THEME_NAMES) as ThemeChoice[]).map((each) => (
        <ActionList.Item key={each} selected={each === choice} onSelect={() => chooseTheme(each)}>
          {THEME_NAMES[each]}
        </ActionList.Item>
      ))}
    </ActionList.Group>
  );
};

const ThemeMenu = () => {
  const { scheme } = useTheme();
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <IconButton icon={scheme.startsWith('dark') ? MoonIcon : SunIcon} variant="invisible" aria-label="外观" />
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="small">
        <ActionList>
          <ThemeItems />
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
};

type OwnDialog = { onClose: () => void };
const SecondFactorDialog = lazily<OwnDialog>(
  async () => (await import('./second-factor-dialog.tsx')).SecondFactorDialog,
  () => null,
);

const UserMenu = () => {
  const { user } = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'password' | 'second'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ActionMenu>
        <ActionMenu.Anchor>
          <Button variant="invisible" leadingVisual={PersonIcon} aria-label={`账号：${user?.name ?? ''}`}>
            <span className={styles['desktop']}>{user?.name ?? ''}</span>
          </Button>
        </ActionMenu.Anchor>
        <ActionMenu.Overlay width="small" align="end">
          <ActionList>
            <ActionList.Item onSelect={() => void navigate('/profile')}>个人中心</ActionList.Item>
            <ActionList.Item onSelect={() => setOpen('password')}>修改密码</ActionList.Item>
            <ActionList.Item onSelect={() => setOpen('second')}>两步验证</ActionList.Item>
            <div className={styles['phone']}>
              <ThemeItems />
            </div>
            <ActionList.Divider />
            <ActionList.Item onSelect={() => void signOut()}>退出</ActionList.Item>
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'second' && <SecondFactorDialog onClose={close} />}
    </>
  );
};

const Chip = lazily<object>(
  async () => (await import('root-config/print')).PrintChip,
  () => null,
);
/** Labels that wait for the print service, wherever they were printed from; goes on after a reload. */
const PrintQueueChip = () => {
  const waiting = useStore(printWaiting);
  const [seen, setSeen] = useState(waiting);
  if (waiting && !seen) setSeen(true);
  return seen ? <Chip /> : null;
};

const PhoneMenu = () => {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles['phone']}>
      <IconButton icon={ThreeBarsIcon} variant="invisible" aria-label="打开菜单" onClick={() => setOpen(true)} />
      {open && (
        <Dialog title="菜单" position="left" width="small" onClose={() => setOpen(false)}>
          <div className={styles['drawer']}>
            <WideMenu onGo={() => setOpen(false)} />
          </div>
        </Dialog>
      )}
    </div>
  );
};

export const TopBar = ({ onSearch }: { onSearch: () => void }) => {
  const name = useSystemName();
  return (
    <header className={styles['top']}>
      <PhoneMenu />
      <RouterLink to="/index" className={styles['brand']} aria-label={`${name}，回到首页`}>
        <Gem />
        <span>{name}</span>
      </RouterLink>
      <button type="button" className={styles['search']} onClick={onSearch}>
        <SearchIcon size={16} />
        <span>扫码或搜索功能、条码</span>
        <kbd>Ctrl K</kbd>
      </button>
      <PrintQueueChip />
      <ShopSwitcher />
      <div className={styles['desktop']}>
        <ThemeMenu />
      </div>
      <UserMenu />
    </header>
  );
};
