/** Who could do a certain thing at the end of a day, in any shop or in one. */
import { messageOf, useRecord } from 'root-config/api';
import { EmptyState, FailedState, OptionSelect, ShopTreeSelect, SkeletonBox } from 'root-config/ui';
import { useState } from 'react';
import { pageOf } from 'services/contracts/envelope';
import { RIGHTS_PATH, RightsKey, rightsWho, type RightsHolder } from 'services/system/contract';
import { z } from 'zod';

const KEYS = z.array(RightsKey);
const Page = pageOf(rightsWho.row);
/** More are on no paper that anybody reads. */
const MOST = 500;

const People = ({ list }: { readonly list: readonly RightsHolder[] }) => (
  <div className="rights-wide">
    <table>
      <thead>
        <tr>
          {['用户', '登录名称', '部门', '由角色', '分店'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map(({ userId, nickName, username, deptName, roles, shops }) => (
          <tr key={userId}>
            <td>{nickName}</td>
            <td>{username}</td>
            <td>{deptName || '—'}</td>
            <td>{roles}</td>
            <td>{shops || '全部分店'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
type HoldersQuery = {
  readonly permission: string;
  readonly shopId: string | undefined;
  readonly day: string | undefined;
};
const Found = ({ permission, shopId, day }: HoldersQuery) => {
  const query = {
    permission,
    pageSize: MOST,
    ...(shopId !== undefined && { shopId }),
    ...(day !== undefined && { day }),
  };
  const { record, pending, error, retry } = useRecord(rightsWho.path, Page, query);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (pending || record === null) return <SkeletonBox height={240} />;
  if (record.list.length === 0) return <EmptyState title="没有人" text="那一天结束时没有人有这项权限。" />;
  return (
    <article className="rights-paper">
      <p>
        {day ?? '今天'} 共 {record.count} 人{record.count > MOST ? `，只列出前 ${MOST} 人` : ''}
      </p>
      <People list={record.list} />
    </article>
  );
};

export const Holders = ({ day }: { readonly day: string | undefined }) => {
  const { record: keys } = useRecord(`${RIGHTS_PATH}/keys`, KEYS);
  const [permission, setPermission] = useState<string>();
  const [shopId, setShopId] = useState<string>();
  const title = keys?.find(({ value }) => value === permission)?.label;
  return (
    <>
      <div className="rights-asked no-print">
        <OptionSelect
          label="权限"
          placeholder="选择权限"
          options={keys ?? []}
          value={permission}
          onChange={setPermission}
        />
        <ShopTreeSelect label="分店" placeholder="全部分店" value={shopId} onChange={setShopId} />
      </div>
      {permission === undefined ? (
        <EmptyState title="请选择权限" text="可以看到那一天结束时谁能做这件事。" />
      ) : (
        <>
          <h3>{title}</h3>
          <Found permission={permission} shopId={shopId} day={day} />
        </>
      )}
    </>
  );
};
