/** 编辑仪表盘 (S2§2.27): who is signed in, with picture and roles. */
import { messageOf, useRecord } from 'root-config/api';
import { FailedState, Label, SkeletonBox, pictureUrl } from 'root-config/ui';
import { cut } from 'services/contracts/limits';
import { OwnRecord } from 'services/system/contract';
import './demo.css';

export const OwnFace = ({ user }: Pick<OwnRecord, 'user'>) => (
  <span className="demo-face">
    {user.avatar === '' ? (
      <span aria-hidden>{cut(user.nickName, 1)}</span>
    ) : (
      <img src={pictureUrl(user.avatar)} alt="" />
    )}
  </span>
);
const Editor = () => {
  const { record, error, retry } = useRecord('/user/profile', OwnRecord);
  return (
    <section className="demo" aria-label="编辑仪表盘">
      <h2>编辑仪表盘</h2>
      {error !== null && <FailedState message={messageOf(error)} onRetry={retry} />}
      {error === null && record === null && <SkeletonBox height={120} />}
      {record !== null && (
        <div className="demo-editor">
          <OwnFace user={record.user} />
          <div>
            <p className="demo-name">{record.user.nickName}</p>
            <p>
              您的角色：{' '}
              {record.roles.map(({ roleId, roleName }) => (
                <Label key={roleId}>{roleName}</Label>
              ))}
            </p>
          </div>
        </div>
      )}
    </section>
  );
};
export default Editor;
