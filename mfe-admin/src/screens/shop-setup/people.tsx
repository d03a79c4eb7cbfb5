/** The people of a shop: whether each can sign in and sell, and what he will see. */
import { can } from 'root-config/api';
import { Button, StatusLabel } from 'root-config/ui';
import type { SetupPerson } from 'services/system/contract';

const STATES = {
  sells: { text: '能开销售单', tone: 'success' },
  enters: { text: '不开单', tone: 'neutral' },
  outside: { text: '不能登录', tone: 'danger' },
} as const;
const stateOf = ({ enters, sells }: SetupPerson): keyof typeof STATES =>
  sells ? 'sells' : enters ? 'enters' : 'outside';

type Props = {
  readonly people: readonly SetupPerson[];
  readonly onSight: (person: SetupPerson) => void;
  readonly onEdit: (person: SetupPerson) => void;
};
export const People = ({ people, onSight, onEdit }: Props) => (
  <ul className="shop-setup-people" aria-label="本店的人">
    {people.map((person) => {
      const { userId, nickName, username, deptName, roles } = person;
      return (
        <li key={userId}>
          <div>
            <strong>{nickName}</strong>（{username}）<StatusLabel value={stateOf(person)} labels={STATES} />
            <p>
              {deptName || '没有部门'} · {roles || '没有启用的角色'}
            </p>
          </div>
          <span>
            <Button size="small" onClick={() => onSight(person)} aria-label={`${nickName}会看到什么`}>
              会看到什么
            </Button>
            {can('admin:sysUser:edit') ? (
              <Button size="small" onClick={() => onEdit(person)} aria-label={`编辑${nickName}`}>
                编辑
              </Button>
            ) : null}
          </span>
        </li>
      );
    })}
  </ul>
);
