/** The part of react-router that screens use; sharing all of it would cost 50 KB. */
export { BrowserRouter, Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router';
