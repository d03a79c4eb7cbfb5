import { keepStatements } from './statements.ts';

keepStatements();
