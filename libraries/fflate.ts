/** Node.js' own zlib is closed to community nodes, and this one unpacks piece by piece, so that a bomb can be stopped. */
export { Inflate, zipSync } from 'fflate';
