/** The house moved to house/main.ts; units of 0.1 start it here. */
import '../house/main.ts';
