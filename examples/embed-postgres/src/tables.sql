CREATE SCHEMA IF NOT EXISTS shop;

CREATE TABLE IF NOT EXISTS shop.prints (
  id text PRIMARY KEY,
  title text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  sold integer NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS shop.orders (
  id uuid PRIMARY KEY,
  print text NOT NULL REFERENCES shop.prints,
  session_token text,
  number integer
);

INSERT INTO shop.prints (id, title, amount, currency)
VALUES ('heron', 'Grey heron', 4500, 'EUR'), ('tide', 'Low tide', 2900, 'EUR')
ON CONFLICT DO NOTHING;
