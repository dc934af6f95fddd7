/** Node.js' own zlib is closed to community nodes. */
export { gunzipSync, gzipSync, unzipSync, Zip, ZipDeflate, type UnzipFileInfo } from 'fflate';
