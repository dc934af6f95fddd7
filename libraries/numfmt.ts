/** It knows how Excel shows a number by its format, and which formats are those of dates. */
export { format, isDateFormat } from 'numfmt';
