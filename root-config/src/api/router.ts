/** The part of react-router that screens use; sharing all of it would cost 50 KB. */
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

export { BrowserRouter, Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router';

/** An action that opens another page renders this: `open: () => <GoTo to="/new-page?design=1" />`. */
export const GoTo = ({ to }: { to: string }): null => {
  const navigate = useNavigate();
  useEffect(() => void navigate(to), [navigate, to]);
  return null;
};
