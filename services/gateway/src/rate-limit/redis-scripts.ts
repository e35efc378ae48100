/**
 * Keys: the marker, then one per request. Arguments: the expected marker, the window in ms, then limit and member of
 * each request. Returns Redis's time in ms, then the time of each slot, -1 if none was free. Returns an empty list if
 * the marker differs or is missing.
 */
// A script runs atomically. TIME is Redis's clock, the only one that all gateways share. A slot in the future comes
// from a clock that was set back, or from another server. It counts from now: otherwise it would block its key until
// the clock catches up.
export const TAKE_SLOTS = `
local window = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
local answers = { now }
for i = 2, #KEYS do
  local key, limit, member = KEYS[i], tonumber(ARGV[2 * i - 1]), ARGV[2 * i]
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  local newest = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
  if newest[2] and tonumber(newest[2]) > now then
    for _, ahead in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. now, '+inf')) do
      redis.call('ZADD', key, now, ahead)
    end
  end
  local taken = redis.call('ZSCORE', key, member)
  if not taken and redis.call('ZCARD', key) < limit then
    redis.call('ZADD', key, now, member)
    taken = now
  end
  if taken then redis.call('PEXPIRE', key, window) end
  answers[i] = taken and tonumber(taken) or -1
end
return answers`;

/** Key: the window of one key. Arguments: the window in ms, a prefix of members, times in ms. */
export const FILL_SLOTS = `
local window = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 3, #ARGV do
  local taken = math.min(tonumber(ARGV[i]), now)
  if taken > now - window then redis.call('ZADD', KEYS[1], taken, ARGV[2] .. i) end
end
redis.call('PEXPIRE', KEYS[1], window)
return 1`;
