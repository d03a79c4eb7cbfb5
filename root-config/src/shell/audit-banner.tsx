/** Says on every page that the last self-audit found something, or did not end (R126); gone with the next one that is clean. */
import { useQuery } from '@tanstack/react-query';
import { can, client, useLocation, useNavigate } from 'root-config/api';
import { AuditList, SELF_AUDIT_KEY, SELF_AUDIT_PATH, type AuditRow } from 'services/self-audit/contract';
import styles from './frame.module.css';

const PAGE = '/sys-tools/self-audit';
const EVERY_MS = 600_000;
const RUNNING = '0';
const DONE = '2';

const textOf = ({ status, day, differences }: AuditRow): string | null => {
  if (status !== DONE) return `${day} 的自检没有完成`;
  return differences === 0 ? null : `${day} 的自检发现报表与事件有 ${differences} 处不符`;
};

const Shown = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useQuery({
    queryKey: [SELF_AUDIT_PATH],
    queryFn: async ({ signal }) => AuditList.parse(await client.get(SELF_AUDIT_PATH, {}, { signal })),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    retry: false,
  });
  const last = data?.find(({ status }) => status !== RUNNING);
  const text = last === undefined ? null : textOf(last);
  if (text === null) return null;
  return (
    <div role="alert" className={styles['banner']}>
      {text}
      {pathname === PAGE ? null : (
        <>
          {'。'}
          <button type="button" className="ui-link" onClick={() => void navigate(PAGE)}>
            查看自检
          </button>
        </>
      )}
    </div>
  );
};
export const AuditBanner = () => (can([`${SELF_AUDIT_KEY}:list`, `${SELF_AUDIT_KEY}:run`]) ? <Shown /> : null);
