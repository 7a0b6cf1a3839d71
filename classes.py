import json,re
n={}
for l in open('/tmp/tune-v.txt'):
    m=re.match(r'"(\S+)" (\d+) ([\d.]+)ms',l)
    if m:n[m[1]]=(int(m[2]),float(m[3]))
g={}
for l in open('/tmp/gotools.jsonl'):
    p=json.loads(l)
    if p['id'] in n:
        k=tuple((p[s]['verdict'] if p[s] else '-') for s in('defender_first','attacker_first'))
        g.setdefault(k,[]).append(n[p['id']])
for k,v in g.items():
    v.sort();print(k,len(v),v[len(v)//2],v[int(len(v)*.9)],'share<10ms %.3f'%(sum(x[1]<10 for x in v)/len(v)), 'missing',sum(x[1]>=10 for x in v))
