import type { Programs } from "./programs.ts"

/** The names and passwords of the cluster's roles. */
export interface Passwords {
  readonly superuser: string
  readonly replication: string
  readonly engine: string
}

/** The addresses of a node. */
export interface NodePorts {
  readonly postgres: number
  readonly rest: number
  /** The port through which others reach PostgreSQL. */
  readonly postgresLink: number
  /** The port through which others reach Patroni. */
  readonly restLink: number
  /** The ports through which the node reaches etcd. */
  readonly etcdLinks: ReadonlyArray<number>
}

/** The name of the cluster. */
export const clusterName = "payloom"

/** The role and the database of the engines. */
export const engineRole = "payloom"

const host = "127.0.0.1"

/**
 * The settings of the cluster, which Patroni keeps in etcd. Times are in seconds. With
 * `synchronous_mode_strict`, a commit is answered when it is on two disks, or it waits.
 */
const dynamicSettings = {
  ttl: 20,
  // A new primary waits up to this time for its next synchronous standby.
  loop_wait: 3,
  retry_timeout: 5,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  // A primary that crashed is replaced at once. Patroni would start it again otherwise.
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 100,
      shared_buffers: "32MB",
      synchronous_commit: "on",
      wal_log_hints: "on",
      wal_keep_size: "256MB",
      wal_sender_timeout: "5s",
      wal_receiver_timeout: "5s",
      // Ends connections whose client is gone without a word.
      tcp_user_timeout: "10s"
    }
  }
}

/** The setup of one node. */
export interface NodeSetup {
  readonly name: string
  readonly data: string
  readonly ports: NodePorts
  readonly programs: Programs
  readonly passwords: Passwords
}

/** Returns the configuration of Patroni on one node. */
export const patroniConfiguration = ({ name, data, ports, programs, passwords }: NodeSetup) => ({
  scope: clusterName,
  name,
  restapi: { listen: `${host}:${ports.rest}`, connect_address: `${host}:${ports.restLink}` },
  etcd3: {
    hosts: ports.etcdLinks.map((port) => `${host}:${port}`),
    // Otherwise Patroni would use the addresses that etcd announces.
    use_proxies: true
  },
  bootstrap: {
    dcs: dynamicSettings,
    initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"]
  },
  postgresql: {
    listen: `${host}:${ports.postgres}`,
    connect_address: `${host}:${ports.postgresLink}`,
    data_dir: data,
    bin_dir: programs.postgres,
    pgpass: `${data}.pgpass`,
    parameters: { unix_socket_directories: "" },
    authentication: {
      superuser: { username: "postgres", password: passwords.superuser },
      replication: { username: "replicator", password: passwords.replication }
    },
    pg_hba: [
      `host all all ${host}/32 scram-sha-256`,
      `host replication replicator ${host}/32 scram-sha-256`
    ]
  },
  tags: {}
})

/** Returns the arguments of one member of etcd. */
export const etcdArguments = (
  nth: number,
  data: string,
  clients: ReadonlyArray<number>,
  peers: ReadonlyArray<number>
): ReadonlyArray<string> => {
  const [client, peer] = [clients[nth], peers[nth]].map((port) => `http://${host}:${port}`)
  const all = peers.map((port, at) => `etcd${at + 1}=http://${host}:${port}`)
  const options = {
    name: `etcd${nth + 1}`,
    "data-dir": data,
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": all.join(","),
    "initial-cluster-token": clusterName,
    // A busy machine delays heartbeats.
    "heartbeat-interval": "250",
    "election-timeout": "2500",
    "auto-compaction-retention": "1",
    "log-level": "warn"
  }
  return Object.entries(options).map(([option, value]) => `--${option}=${value}`)
}

/**
 * Returns the configuration of HAProxy. It asks Patroni on each node every second who the primary
 * is. It ends the connections to a node that no longer is.
 */
export const haproxyConfiguration = (
  port: number,
  nodes: ReadonlyArray<{ readonly name: string; readonly ports: NodePorts }>
): string => `defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout check 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind ${host}:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes
  .map(
    ({ name, ports: { postgresLink, restLink } }) =>
      `  server ${name} ${host}:${postgresLink} check port ${restLink}\n`
  )
  .join("")}`
