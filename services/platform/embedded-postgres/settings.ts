import fs from 'node:fs';
import os from 'node:os';

const MIB = 1024 * 1024;

/** Server settings for this machine, from small ones to 2 cores with 24 GB; nothing durable is traded away. */
export function defaultSettings(): Record<string, string> {
  const memory = os.totalmem();
  const small = memory < 2048 * MIB;
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '80',
    shared_buffers: small ? '64MB' : `${Math.floor(Math.min(1024, Math.max(256, memory / MIB / 24)))}MB`,
    effective_cache_size: `${Math.floor(memory / MIB / 2)}MB`,
    work_mem: small ? '4MB' : '16MB',
    maintenance_work_mem: small ? '64MB' : '256MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    // What is read lies mostly in the system's cache: handing it to another process costs a third of a report.
    io_method: 'sync',
    jit: 'off',
    // Containers often have 64 MB of /dev/shm, where a parallel query would run out of space.
    dynamic_shared_memory_type: sharedMemoryBytes() < 512 * MIB ? 'mmap' : 'posix',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
}

function sharedMemoryBytes(): number {
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm');
    return bavail * bsize;
  } catch {
    return 0;
  }
}
