/** Where another service sends people back: the window that opened this one finds the answer and this one closes (S2§2.25). */
import { Notice, useLocation } from 'root-config/api';
import { useEffect } from 'react';

/** As consoles read it (R129): the query as it came, without its question mark. */
const OAUTH_KEY = 'x-admin-oauth-code';
const AuthRedirect = () => {
  const { search } = useLocation();
  useEffect(() => {
    localStorage.setItem(OAUTH_KEY, search.slice(1));
    window.close();
  }, [search]);
  return <Notice title="授权信息已收到" text="这个窗口可以关闭了。" />;
};
export default AuthRedirect;
